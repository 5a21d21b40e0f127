import { lazyComponent } from '#platform/web/ui/lazyComponent.tsx';
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx';
import { Toggletip } from '#platform/web/ui/Toggletip.tsx';

/** How the units of a note were computed and deducted, for a tip. */
export const UnitsExplanation = lazyComponent<{ noteId: number }>(
  async () => (await import('./UnitsExplanation.tsx')).UnitsExplanation,
  <SkeletonText lines={4} />,
);

type NoteUnitsProps = { noteId: number; text: string };

/** The units of a note, with how they were computed. */
export const NoteUnits = ({ noteId, text }: NoteUnitsProps) => (
  <Toggletip label={`${text}, see calculation`} content={<UnitsExplanation noteId={noteId} />}>
    {text}
  </Toggletip>
);
