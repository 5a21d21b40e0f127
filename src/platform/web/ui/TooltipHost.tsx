import { Tooltip } from 'radix-ui';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { Forward } from './MenuContent.tsx';

const HOVER_DELAY_MS = 400;

/**
 * Shows the accessible name of an icon button (`data-tooltip`) on hover and on keyboard focus; Escape hides it. Once
 * in the page, because the first paint does not need its code.
 */
export function TooltipHost() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  useEffect(() => followTooltips(setAnchor), []);
  if (!anchor) return null;
  return (
    <Tooltip.Provider>
      <Tooltip.Root open onOpenChange={() => setAnchor(null)} disableHoverableContent>
        <Tooltip.Trigger asChild>
          <Forward to={{ current: anchor }} />
        </Tooltip.Trigger>
        <Tooltip.Portal>
          <Tooltip.Content
            // Screen readers have the name already.
            aria-hidden
            side="bottom"
            sideOffset={6}
            collisionPadding={8}
            style={{ pointerEvents: 'none' }}
            className="z-60 max-w-64 rounded-md bg-ink px-2 py-1 text-xs font-medium text-canvas shadow-overlay"
          >
            {anchor.getAttribute('aria-label')}
          </Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
    </Tooltip.Provider>
  );
}

const anchorOf = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null;

/** Calls `show` with the button under the pointer or the keyboard focus, or null. Returns how to stop. */
function followTooltips(show: (anchor: HTMLElement | null) => void): () => void {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listen = <Type extends keyof WindowEventMap>(
    type: Type,
    anchorFor: (event: WindowEventMap[Type]) => HTMLElement | null,
  ) =>
    addEventListener(
      type,
      (event) => {
        clearTimeout(timer);
        const anchor = anchorFor(event);
        if (type === 'pointerover' && anchor) timer = setTimeout(show, HOVER_DELAY_MS, anchor);
        // Removed before Radix gives it the Escape key, which also closes the dialog below.
        else if (type === 'keydown') flushSync(() => show(anchor));
        else show(anchor);
      },
      { capture: true, passive: true, signal: controller.signal },
    );
  listen('pointerover', (event) => (event.pointerType === 'mouse' ? anchorOf(event) : null));
  listen('focusin', (event) =>
    (event.target as Element).matches(':focus-visible') ? anchorOf(event) : null,
  );
  for (const type of ['focusout', 'pointerdown', 'scroll'] as const) listen(type, () => null);
  listen('keydown', (event) => (event.key === 'Escape' ? null : anchorOf(event)));
  return () => {
    clearTimeout(timer);
    controller.abort();
  };
}
