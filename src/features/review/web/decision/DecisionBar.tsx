import clsx from 'clsx';
import { Check, Pause, Play, RotateCcw, Undo2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import type { Note } from '#features/notes/web/queries.ts';
import { Key } from './Key.tsx';
import { ReasonFields } from './ReasonFields.tsx';
import type { ReasonedAction } from './reviewRemarks.ts';
import type { Decisions } from './useDecisions.ts';

type DecisionBarProps = {
  note: Note;
  decisions: Decisions;
  /** Closes the dialog around it; none on a page. */
  onClose: (() => void) | undefined;
};

const buttonsClass = 'flex flex-wrap justify-end gap-2 max-sm:*:flex-1';

/** The decisions at the bottom, in view while the note scrolls: all that `can` allows, or the chosen one with its reason. */
export function DecisionBar({ note, decisions, onClose }: DecisionBarProps) {
  const { chosen } = decisions;
  return (
    <div
      data-bottom-bar
      className={clsx(
        'sticky z-20 mt-6 print:hidden border-t border-line pt-3',
        onClose
          ? '-bottom-5 -mx-4 -mb-5 bg-surface px-4 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:rounded-b-md sm:px-6'
          : // Replaces the bottom navigation of phones.
            'bottom-0 -mx-4 bg-canvas px-4 pb-[max(0.75rem,env(safe-area-inset-bottom))]',
      )}
    >
      {chosen ? (
        <ReasonForm action={chosen} note={note} decisions={decisions} />
      ) : (
        <DecisionButtons note={note} decisions={decisions} onClose={onClose} />
      )}
    </div>
  );
}

const DECISIONS: Record<ReasonedAction, { label: string; icon: ReactNode; variant?: 'primary' | 'danger' }> =
  {
    reopen: { label: 'Reopen', icon: <RotateCcw aria-hidden /> },
    return: { label: 'Send back', icon: <Undo2 aria-hidden /> },
    deny: { label: 'Deny', icon: <X aria-hidden />, variant: 'danger' },
    approve: { label: 'Approve', icon: <Check aria-hidden />, variant: 'primary' },
  };

const KEYS = { reopen: undefined, return: 'R', deny: 'D', approve: 'A' } as const;

/** The decisions that the note's `can` allows, with their keys. */
function DecisionButtons({ note: { can }, decisions, onClose }: DecisionBarProps) {
  const { running, isEntering, submit, keys } = decisions;
  const renderKey = (key: string | undefined) => key && !isEntering && <Key>{key}</Key>;
  const reasoned = (Object.keys(DECISIONS) as ReasonedAction[]).filter((action) => can[action]);
  const isUndecided = can.hold || can.resume || can.return || can.deny || can.approve;
  return (
    <div className={buttonsClass}>
      {onClose && <Button onClick={onClose}>{isUndecided ? 'Cancel' : 'Close'}</Button>}
      {can.hold && (
        <Button icon={<Pause aria-hidden />} pending={running === 'hold'} onClick={keys.h}>
          Hold {renderKey('H')}
        </Button>
      )}
      {can.resume && (
        <Button icon={<Play aria-hidden />} pending={running === 'resume'} onClick={keys.h}>
          Resume {renderKey('H')}
        </Button>
      )}
      {reasoned.map((action) => {
        const { label, ...button } = DECISIONS[action];
        return (
          <Button key={action} {...button} pending={running === action} onClick={() => submit(action)}>
            {label} {renderKey(KEYS[action])}
          </Button>
        );
      })}
    </div>
  );
}

type ReasonFormProps = { action: ReasonedAction; note: Note; decisions: Decisions };

/** The chosen decision with its reason. Ctrl Enter confirms, Escape cancels. */
function ReasonForm({ action, note, decisions }: ReasonFormProps) {
  const { label, variant = 'primary' } = DECISIONS[action];
  const isMissing = decisions.needsReason(action) && decisions.remarks.text.trim() === '';
  return (
    <form
      aria-label={action === 'return' ? label : `${label} note`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        decisions.submit(action);
      }}
      className="grid gap-3"
    >
      <ReasonFields className="-mx-1 max-h-[45dvh] overflow-y-auto px-1" note={note} decisions={decisions} />
      <div className={buttonsClass}>
        <Button onClick={decisions.cancel}>
          Cancel <Key>Esc</Key>
        </Button>
        <Button type="submit" variant={variant} disabled={isMissing} pending={decisions.running === action}>
          {label} <Key>Ctrl ↵</Key>
        </Button>
      </div>
    </form>
  );
}
