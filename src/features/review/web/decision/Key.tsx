/** A key of the keyboard beside the label of its button; hidden on touch screens. */
export const Key = ({ children }: { children: string }) => (
  <kbd
    aria-hidden
    className="ml-1 hidden rounded-md border border-current/30 px-1.5 text-xs font-normal sm:pointer-fine:inline"
  >
    {children}
  </kbd>
);
