import { use, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { sortByName } from '#platform/web/sortByName.ts';
import { DialogLoadError, lazyComponent } from './lazyComponent.tsx';
import { MenuItemContext, type MenuContentProps, type MenuItemProps, type MenuProps } from './menuItems.ts';

const MenuContent = lazyComponent<MenuContentProps>(
  async () => (await import('./MenuContent.tsx')).MenuContent,
  null,
  DialogLoadError,
);

/** A button with a menu of commands. The menu's code is loaded when idle, or when the button is about to be used. */
export function Menu({ trigger, ...props }: MenuProps) {
  const [open, setOpen] = useState(false);
  const [mounted, setMounted] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const mount = () => setMounted(true);
  const change = (next: boolean) => {
    setMounted(true);
    setOpen(next);
  };
  return (
    <>
      {trigger({
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        onClick: () => change(!open),
        onFocus: mount,
        onPointerEnter: mount,
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          change(true);
        },
      })}
      {mounted && <MenuContent {...props} trigger={button} open={open} onOpenChange={change} />}
    </>
  );
}

/** One command of a Menu; the menu closes when it is chosen. */
export function MenuItem(props: MenuItemProps) {
  return use(MenuItemContext)(props);
}

/** A heading over some of a menu's items. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <div className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted">{children}</div>;
}

/** A line between groups of items. */
export function MenuSeparator() {
  return <div role="separator" className="my-1 border-t border-line" />;
}

/** A line of text in a menu. */
function MenuNote({ children }: { children: ReactNode }) {
  return <p className="px-2.5 py-2 text-sm text-muted">{children}</p>;
}

type MenuRowsProps<Row> = {
  query: { data: readonly Row[] | undefined; isError: boolean; refetch: () => unknown };
  /** Name of the failure to load the rows: 'Couldn’t load clients'. */
  failed: string;
  empty?: string;
  /** The name by which the rows are sorted; without it they keep their order. */
  nameOf?: (row: Row) => string;
  children: (row: Row) => ReactNode;
};

/** An item for each row of a query, which is fetched when the menu opens. */
export function MenuRows<Row>({ query, failed, empty, nameOf, children }: MenuRowsProps<Row>): ReactNode {
  const { data, isError, refetch } = query;
  if (data?.length === 0 && empty !== undefined) return <MenuNote>{empty}</MenuNote>;
  if (data) return (nameOf ? sortByName(data, nameOf) : data).map(children);
  if (isError) return <MenuItem onSelect={() => void refetch()}>{failed}. Try again</MenuItem>;
  return <MenuNote>Loading</MenuNote>;
}

const ItemsLoadError = ({ onRetry }: { onRetry: () => void }) => (
  <MenuItem onSelect={onRetry}>Couldn’t load this menu. Try again</MenuItem>
);

/** Makes the items of a menu a lazy component. */
export const lazyMenuItems = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazyComponent(load, <MenuNote>Loading</MenuNote>, ItemsLoadError);
