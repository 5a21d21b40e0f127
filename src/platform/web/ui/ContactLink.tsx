type ContactLinkProps = { kind: 'email' | 'phone'; value: string | null };

const schemes = { email: 'mailto:', phone: 'tel:' };

/** A link that writes an email or calls a number; a dash without one. */
export function ContactLink({ kind, value }: ContactLinkProps) {
  if (!value) return '–';
  return (
    <a className="text-accent-ink underline wrap-anywhere" href={`${schemes[kind]}${value}`}>
      {value}
    </a>
  );
}
