/** A stored signature: dark on white in both themes. */
export function SignatureImage({ label, picture }: { label: string; picture: string }) {
  return (
    <img
      src={picture}
      alt={label}
      width={400}
      height={128}
      className="aspect-[400/128] h-auto w-full max-w-[25rem] rounded-md border border-line bg-white object-contain"
    />
  );
}
