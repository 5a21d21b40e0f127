import { Dialog } from '#platform/web/ui/Dialog.tsx';
import type { OpenState } from '#platform/web/ui/openState.ts';

const keys = [
  ['J or →', 'Next note'],
  ['K or ←', 'Previous note'],
  ['A', 'Approve'],
  ['D', 'Deny'],
  ['R', 'Send back'],
  ['H', 'Hold, or resume a note in review'],
  ['C', 'Open the client'],
  ['X', 'Select or deselect the note'],
  ['Shift X', 'Select all notes without warnings'],
  ['Shift A', 'Approve the selected notes'],
  ['Ctrl Enter', 'Submit the decision'],
  ['Esc', 'Cancel the decision'],
  ['?', 'Show keyboard shortcuts'],
] as const;

/** The keyboard shortcuts of the review screen. */
export const KeysDialog = (state: OpenState) => (
  <Dialog {...state} size="sm" title="Keyboard shortcuts">
    <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2 text-sm">
      {keys.map(([key, action]) => (
        <div key={key} className="contents">
          <dt>
            <kbd className="rounded-md border border-line bg-sunken px-1.5">{key}</kbd>
          </dt>
          <dd>{action}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
);
