import { Button } from '#platform/web/ui/Button.tsx';
import { Dialog } from '#platform/web/ui/Dialog.tsx';
import { ResourceList } from './ResourceList.tsx';

type AllResourcesProps = { timeZone: string; open: boolean; onOpenChange: (open: boolean) => void };

/** Every resource that the person may open. */
export function AllResources({ timeZone, open, onOpenChange }: AllResourcesProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Resources"
      description="What your business shares with you"
      footer={<Button onClick={() => onOpenChange(false)}>Close</Button>}
    >
      <ResourceList timeZone={timeZone} />
    </Dialog>
  );
}
