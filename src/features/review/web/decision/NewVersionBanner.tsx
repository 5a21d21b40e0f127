import { Banner } from '#platform/web/ui/Banner.tsx';
import { Button } from '#platform/web/ui/Button.tsx';

/** Shown while decisions are still about the version that was opened first. */
export const NewVersionBanner = ({ onContinue }: { onContinue: () => void }) => (
  <Banner
    tone="pending"
    className="mt-3"
    title="This note was signed again while you had it open"
    action={
      <Button size="sm" onClick={onContinue}>
        Continue with the new version
      </Button>
    }
  >
    The new version is shown below. Read it, then continue.
  </Banner>
);
