import { Check, Pause, Play, Undo2, X } from 'lucide-react';
import { Button } from '#platform/web/ui/Button.tsx';
import type { Note } from '#features/notes/web/queries.ts';
import { Key } from '#features/review/web/decision/Key.tsx';
import type { Decisions } from '#features/review/web/decision/useDecisions.ts';

/** The decisions that the note's `can` allows, with their keys. */
export function DecisionButtons({ note, decisions }: { note: Note; decisions: Decisions }) {
  const { can } = note;
  const { actions, running } = decisions;
  return (
    <div className="flex flex-wrap gap-2 max-sm:grid max-sm:grid-cols-2 sm:justify-end">
      {can.hold && (
        <Button icon={<Pause aria-hidden />} pending={running === 'hold'} onClick={actions.h}>
          Hold <Key>H</Key>
        </Button>
      )}
      {can.resume && (
        <Button icon={<Play aria-hidden />} pending={running === 'resume'} onClick={actions.h}>
          Resume <Key>H</Key>
        </Button>
      )}
      {can.return && (
        <Button icon={<Undo2 aria-hidden />} pending={running === 'return'} onClick={actions.r}>
          Send back <Key>R</Key>
        </Button>
      )}
      {can.deny && (
        <Button variant="danger" icon={<X aria-hidden />} pending={running === 'deny'} onClick={actions.d}>
          Deny <Key>D</Key>
        </Button>
      )}
      {can.approve && (
        <Button
          variant="primary"
          icon={<Check aria-hidden />}
          pending={running === 'approve'}
          onClick={actions.a}
        >
          Approve <Key>A</Key>
        </Button>
      )}
    </div>
  );
}
