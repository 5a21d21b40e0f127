import clsx from 'clsx';
import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import {
  use,
  useImperativeHandle,
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  type RefObject,
} from 'react';
import { DialogContainer } from './dialogContainer.ts';
import { MenuItemContext, type MenuContentProps, type MenuItemProps } from './menuItems.ts';

const enabledItem = '[role^=menuitem]:not([aria-disabled=true])';

/** Focuses the first item of a menu that the keyboard opened, also when its items are rendered later. */
function focusFirstItem(content: HTMLElement | null) {
  if (!content) return;
  const observer = new MutationObserver(focus);
  function focus() {
    const item = content?.querySelector<HTMLElement>(enabledItem);
    if (!item) return;
    observer.disconnect();
    if (document.activeElement === content && content?.matches(':focus-visible')) item.focus();
  }
  observer.observe(content, { childList: true, subtree: true });
  // Radix focuses the menu first.
  requestAnimationFrame(focus);
  return () => observer.disconnect();
}

/** The open box of a Menu: arrows, Home, End, first letters, Escape. */
export function MenuContent(props: MenuContentProps) {
  const { label, align, className, trigger, open, onOpenChange, children } = props;
  // The focus returns first, so that a dialog that opens next can return it to the button.
  function focusTrigger(event: MouseEvent) {
    if ((event.target as Element).closest(enabledItem)) trigger.current?.focus();
  }
  // Radix gives the Escape key to the topmost layer, which may be a toast.
  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    trigger.current?.focus();
    onOpenChange(false);
  }
  return (
    <DropdownMenu.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <DropdownMenu.Trigger asChild>
        <Forward to={trigger} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={use(DialogContainer)}>
        <DropdownMenu.Content
          ref={focusFirstItem}
          aria-label={label}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          loop
          onClickCapture={focusTrigger}
          onKeyDown={closeOnEscape}
          onEscapeKeyDown={() => trigger.current?.focus()}
          onInteractOutside={(event) => {
            // Its click closes the menu.
            if (trigger.current?.contains(event.target as Node)) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (document.activeElement === document.body) trigger.current?.focus();
          }}
          className={clsx(
            'z-50 max-h-[min(24rem,var(--radix-dropdown-menu-content-available-height))] max-w-[calc(100vw-1rem)] min-w-52 overflow-y-auto rounded-md border border-line bg-surface p-1 text-ink shadow-overlay outline-none',
            className,
          )}
        >
          <MenuItemContext value={renderItem}>{children}</MenuItemContext>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

type ForwardProps = { to: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement | null> };

/** A Radix trigger in place of an element that is rendered elsewhere. */
export function Forward({ to, ref }: ForwardProps) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => to.current);
  return null;
}

const itemClass =
  'flex min-h-9 w-full cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 text-left text-sm outline-none focus:bg-hover focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus aria-disabled:cursor-not-allowed aria-disabled:opacity-55 pointer-coarse:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0';

function renderItem({ icon, onSelect, danger, disabled = false, checked, render, children }: MenuItemProps) {
  const content = {
    className: clsx(itemClass, danger && 'text-danger-ink'),
    children: (
      <>
        {icon}
        <span className="min-w-0 flex-1">{children}</span>
        {checked && <Check aria-hidden className="text-accent-ink" />}
      </>
    ),
  };
  const choice = checked === undefined ? {} : { role: 'menuitemradio', 'aria-checked': checked };
  return (
    <DropdownMenu.Item asChild disabled={disabled} onSelect={onSelect} {...choice}>
      {render ? render(content) : <div {...content} />}
    </DropdownMenu.Item>
  );
}
