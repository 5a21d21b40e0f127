/**
 * The veil over the page. Not Radix's own: that one inserts a style element. As high as dialogs are, so that a
 * dialog over a dialog veils the one below it; of several veils only the last one shows.
 */
export function Scrim({ open }: { open: boolean }) {
  return (
    open && (
      <div
        aria-hidden
        data-scrim
        className="fixed inset-0 z-50 animate-appear bg-scrim has-[~[data-scrim]]:bg-transparent"
      />
    )
  );
}
