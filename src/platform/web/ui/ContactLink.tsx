type ContactLinkProps = { kind: 'email' | 'phone'; value: string | null };

const schemes = { email: 'mailto:', phone: 'tel:' };

/** An address or number that a touch writes to or calls; nothing where there is none. */
export function ContactLink({ kind, value }: ContactLinkProps) {
  if (!value) return '–';
  return (
    <a className="text-accent-ink underline wrap-anywhere" href={`${schemes[kind]}${value}`}>
      {value}
    </a>
  );
}
