import { Portal } from 'radix-ui';
import { Popper } from 'radix-ui/internal';
import { useEffect, useState } from 'react';

const HOVER_DELAY_MS = 400;

/**
 * Shows the accessible name of an icon button (`data-tooltip`) on hover and on keyboard focus; Escape hides it. Once
 * in the page. Without Radix's own tooltip, which would take the Escape key from the dialog below it.
 */
export function TooltipHost() {
  const [anchor, setAnchor] = useState<Element | null>(null);
  useEffect(() => followTooltips(setAnchor), []);
  if (!anchor) return null;
  return (
    <Popper.Root>
      <Popper.Anchor virtualRef={{ current: anchor }} />
      <Portal.Root>
        <Popper.Content
          role="tooltip"
          // Screen readers have the name already.
          aria-hidden
          side="bottom"
          sideOffset={6}
          collisionPadding={8}
          className="pointer-events-none z-60 max-w-64 rounded-md bg-ink px-2 py-1 text-xs font-medium text-canvas shadow-overlay"
        >
          {anchor.getAttribute('aria-label')}
        </Popper.Content>
      </Portal.Root>
    </Popper.Root>
  );
}

const anchorOf = ({ target }: Event) => (target instanceof Element ? target.closest('[data-tooltip]') : null);

/** Calls `show` with the button under the pointer or the keyboard focus, or null. Returns how to stop. */
function followTooltips(show: (anchor: Element | null) => void): () => void {
  const ending = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listen = <Type extends keyof DocumentEventMap>(
    type: Type,
    anchorFor: (event: DocumentEventMap[Type]) => Element | null,
  ) =>
    document.addEventListener(
      type,
      (event) => {
        clearTimeout(timer);
        const anchor = anchorFor(event);
        if (type === 'pointerover' && anchor) timer = setTimeout(show, HOVER_DELAY_MS, anchor);
        else show(anchor);
      },
      { capture: true, passive: true, signal: ending.signal },
    );
  listen('pointerover', (event) => (event.pointerType === 'mouse' ? anchorOf(event) : null));
  listen('focusin', (event) =>
    (event.target as Element).matches(':focus-visible') ? anchorOf(event) : null,
  );
  for (const type of ['focusout', 'pointerdown', 'scroll'] as const) listen(type, () => null);
  listen('keydown', (event) => (event.key === 'Escape' ? null : anchorOf(event)));
  return () => {
    clearTimeout(timer);
    ending.abort();
  };
}
