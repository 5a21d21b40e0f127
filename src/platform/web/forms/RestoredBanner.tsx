import { Banner } from '#platform/web/ui/Banner.tsx';
import { Button } from '#platform/web/ui/Button.tsx';

type RestoredBannerProps = { restored: boolean; onStartOver: () => void };

/** Shown above a form with restored values. */
export function RestoredBanner({ restored, onStartOver }: RestoredBannerProps) {
  if (!restored) return null;
  return (
    <Banner
      tone="info"
      action={
        <Button size="sm" onClick={onStartOver}>
          Start over
        </Button>
      }
    >
      We restored your unsaved changes.
    </Banner>
  );
}
