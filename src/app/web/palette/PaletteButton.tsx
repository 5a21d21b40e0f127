import { Search } from 'lucide-react';
import { useLayoutEffect } from 'react';
import { IconButton } from '#platform/web/ui/IconButton.tsx';
import { lazyDialog } from '#platform/web/ui/lazyComponent.tsx';
import { setPaletteOpen, usePaletteOpen } from './paletteState.ts';

const Palette = lazyDialog(async () => (await import('./Palette.tsx')).Palette);

const isApple = /mac|iphone|ipad/i.test(navigator.platform);

/** Opens the palette, as Ctrl K (Cmd K on a Mac) does. */
export function PaletteButton() {
  const open = usePaletteOpen();
  // Registered before the first paint, so that the shortcut works immediately.
  useLayoutEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || event.shiftKey || event.altKey) return;
      if (event.ctrlKey === event.metaKey) return;
      event.preventDefault();
      // An open confirm dialog must be closed first.
      if (!document.querySelector('[role=alertdialog]')) setPaletteOpen(true);
    }
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <IconButton
        label={`Find anything (${isApple ? '⌘' : 'Ctrl '}K)`}
        icon={<Search aria-hidden />}
        className="max-sm:hidden"
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={() => setPaletteOpen(true)}
      />
      <Palette open={open} onOpenChange={setPaletteOpen} />
    </>
  );
}
