import { Layers2 } from 'lucide-react';
import { Button } from '#platform/web/ui/Button.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';

/** Shown instead of a form that another tab of this browser has open. */
export const OpenElsewhere = ({ onTake }: { onTake: () => void }) => (
  <EmptyState
    icon={<Layers2 aria-hidden />}
    title="This form is open in another tab"
    body="Continue in that tab, or continue here with what you entered there."
    action={
      <Button variant="primary" onClick={onTake}>
        Continue here
      </Button>
    }
  />
);
