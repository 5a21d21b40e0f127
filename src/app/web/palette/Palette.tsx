import { Dialog } from '#platform/web/ui/Dialog.tsx';
import type { OpenState } from '#platform/web/ui/openState.ts';
import { PaletteBox } from './PaletteBox.tsx';

/** The command palette: finds screens, clients, people and notes. */
export const Palette = ({ open, onOpenChange }: OpenState) => (
  <Dialog open={open} onOpenChange={onOpenChange} title="Find anything" typing>
    <PaletteBox onDone={() => onOpenChange(false)} />
  </Dialog>
);
