import { Banner } from '#platform/web/ui/Banner.tsx';
import { Button } from '#platform/web/ui/Button.tsx';

type RestoredBannerProps = {
  form: { reset: () => void };
  persisted: { restored: boolean; clear: () => void };
};

/** Shown above a form with restored values; 'Start over' resets the form to its default values. */
export function RestoredBanner({ form, persisted }: RestoredBannerProps) {
  if (!persisted.restored) return null;
  function startOver() {
    form.reset();
    persisted.clear();
  }
  return (
    <Banner
      tone="info"
      action={
        <Button size="sm" onClick={startOver}>
          Start over
        </Button>
      }
    >
      We restored your unsaved changes.
    </Banner>
  );
}
