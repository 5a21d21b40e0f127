/** Components of reviews for other features. */

import { lazyDialog } from '#platform/web/ui/lazyComponent.tsx';
import type { OpenNoteProps } from './decision/OpenNoteDialog.tsx';

const OpenNoteDialog = lazyDialog(async () => (await import('./decision/OpenNoteDialog.tsx')).OpenNoteDialog);

/** A note in a dialog over its list, with the actions that the user may take. */
export function OpenNote(props: OpenNoteProps) {
  const { id, onOpen } = props;
  return (
    <OpenNoteDialog {...props} open={id !== undefined} onOpenChange={(open) => !open && onOpen(undefined)} />
  );
}
