import { Button } from '#platform/web/ui/Button.tsx';
import { Dialog } from '#platform/web/ui/Dialog.tsx';
import { ResourceList } from './ResourceList.tsx';

type AllResourcesProps = { timeZone: string; open: boolean; onOpenChange: (open: boolean) => void };

/** All resources the user may open. */
export function AllResources({ timeZone, open, onOpenChange }: AllResourcesProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Resources"
      description="Shared by your business"
      footer={<Button onClick={() => onOpenChange(false)}>Close</Button>}
    >
      <ResourceList timeZone={timeZone} />
    </Dialog>
  );
}
