import { Banner } from '#platform/web/ui/Banner.tsx';
import type { PreviewState } from '#features/submission/web/entry/useUnitsPreview.ts';
import { checkMessages } from '#features/units/unitCheckRules.ts';
import { refusalTitles } from './refusalTitles.ts';

/** Why the note would be refused, or what a manager will see as a warning. */
export function PreviewNotices({ preview }: { preview: NonNullable<PreviewState['data']> }) {
  const { code, message, checks } = preview;
  if (code !== null) {
    return (
      <Banner tone="danger" title={refusalTitles[code]}>
        {message} Your entries are still in the form.
      </Banner>
    );
  }
  return (
    <Banner tone="pending" title="You can still submit this note">
      {checks.map((check) => (
        <p key={check}>{checkMessages[check]}</p>
      ))}
      <p>A manager will see this warning during review.</p>
    </Banner>
  );
}
