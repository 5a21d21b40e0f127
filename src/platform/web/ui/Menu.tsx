import clsx from 'clsx';
import { Check } from 'lucide-react';
import { useRef } from 'react';
import type { KeyboardEvent, MouseEvent, ReactElement, ReactNode } from 'react';
import { moveInMenu } from './menuKeys.ts';
import { useDisclosure } from './useDisclosure.ts';
import type { TriggerProps } from './useDisclosure.ts';

type MenuProps = {
  label: string;
  trigger: (props: TriggerProps) => ReactElement;
  align?: 'start' | 'end';
  className?: string;
  children: ReactNode;
};

/** A button with a list of commands: arrows, Home, End, first letters, Escape. */
export function Menu({ label, trigger, align = 'start', className, children }: MenuProps) {
  const { open, close, triggerProps, boxProps } = useDisclosure({
    kind: 'menu',
    align,
    onOpen: focusFirstItem,
  });
  const typed = useRef({ text: '', at: 0 });
  function pressKey(event: KeyboardEvent<HTMLDivElement>) {
    if (event.key === 'Tab') close();
    else moveInMenu(event, typed.current);
  }
  function pick(event: MouseEvent) {
    const item = (event.target as Element).closest('[role^=menuitem]');
    if (item && item.getAttribute('aria-disabled') !== 'true') close();
  }
  return (
    <>
      {trigger(triggerProps)}
      <div
        {...boxProps}
        role="menu"
        aria-label={label}
        onKeyDown={pressKey}
        onClickCapture={pick}
        className={clsx(
          'max-w-[calc(100vw-1rem)] min-w-52 overflow-y-auto rounded-md border border-line bg-surface p-1 shadow-overlay',
          className,
        )}
      >
        {open && children}
      </div>
    </>
  );
}

const firstItem = (box: HTMLElement) => box.querySelector<HTMLElement>('[role^=menuitem]');

/** Items whose code is still on its way get the focus when they arrive, unless it has gone elsewhere meanwhile. */
function focusFirstItem(box: HTMLElement): void {
  const first = firstItem(box);
  if (first) return first.focus();
  const focused = document.activeElement;
  const arrival = new MutationObserver(() => {
    const item = firstItem(box);
    if (!item) return;
    arrival.disconnect();
    if (document.activeElement === focused) item.focus();
  });
  arrival.observe(box, { childList: true, subtree: true });
}

const itemClass =
  'flex min-h-9 w-full items-center gap-2.5 rounded-md px-2.5 py-1.5 text-left text-sm focus:bg-hover hover:bg-hover focus-visible:-outline-offset-2 aria-disabled:opacity-55 pointer-coarse:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0';

export type MenuItemRenderProps = {
  role: 'menuitem' | 'menuitemradio';
  tabIndex: -1;
  'aria-checked': boolean | undefined;
  className: string;
  children: ReactNode;
};

type MenuItemProps = {
  icon?: ReactNode;
  onSelect?: () => void;
  danger?: boolean;
  disabled?: boolean;
  /** Given for one of several choices: shows the mark on the chosen one. */
  checked?: boolean;
  /** For a link: `render={(props) => <Link to="/x" {...props} />}`. */
  render?: (props: MenuItemRenderProps) => ReactElement;
  children: ReactNode;
};

/** One command of a Menu; the menu closes when it is chosen. */
export function MenuItem(props: MenuItemProps) {
  const { icon, onSelect, danger, disabled, checked, render, children } = props;
  const shared: MenuItemRenderProps = {
    role: checked === undefined ? 'menuitem' : 'menuitemradio',
    tabIndex: -1,
    'aria-checked': checked,
    className: clsx(itemClass, danger && 'text-danger-ink'),
    children: (
      <>
        {icon}
        <span className="min-w-0 flex-1">{children}</span>
        {checked && <Check aria-hidden className="text-accent-ink" />}
      </>
    ),
  };
  if (render) return render(shared);
  return (
    <button {...shared} type="button" aria-disabled={disabled} onClick={disabled ? undefined : onSelect} />
  );
}

/** A heading over some of a menu's items. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <div className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted">{children}</div>;
}

/** A line between groups of items. */
export function MenuSeparator() {
  return <div role="separator" className="my-1 border-t border-line" />;
}
