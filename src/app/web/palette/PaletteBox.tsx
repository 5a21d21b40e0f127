import clsx from 'clsx';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { SearchInput } from '#platform/web/ui/SearchInput.tsx';
import { QUERY_MAX } from '#features/search/rules.ts';
import { usePaletteItems, type PaletteGroup, type PaletteItem } from './usePaletteItems.ts';

type PaletteBoxProps = { onDone: () => void };

/** The field of the palette with its list; the focus stays in the field. */
export function PaletteBox({ onDone }: PaletteBoxProps) {
  const [typed, setTyped] = useState('');
  const { groups, loading, failed } = usePaletteItems(typed);
  const items = groups.flatMap((group) => group.items);
  const { active, mark } = useActiveItem(items);
  const listId = useId();
  function selectItem(item: PaletteItem | undefined) {
    if (!item) return;
    onDone();
    item.go();
  }
  function press(event: KeyboardEvent) {
    const last = items.length - 1;
    const steps: Record<string, number> = {
      ArrowDown: active >= last ? 0 : active + 1,
      ArrowUp: active <= 0 ? last : active - 1,
      PageDown: Math.min(last, active + 8),
      PageUp: Math.max(0, active - 8),
    };
    const to = steps[event.key];
    if (to !== undefined) mark(to);
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) selectItem(items[active]);
    else return;
    event.preventDefault();
  }
  return (
    <div className="flex flex-col gap-3">
      <SearchInput
        role="combobox"
        aria-label="Screen, client, person or note"
        aria-autocomplete="list"
        aria-expanded={items.length > 0}
        aria-controls={listId}
        aria-activedescendant={items[active] && `${listId}-${active}`}
        placeholder="Screen, client, person or note"
        maxLength={QUERY_MAX}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          mark(0);
        }}
        onKeyDown={press}
      />
      <Groups groups={groups} listId={listId} active={active} onPick={selectItem} onPoint={mark} />
      <p role="status" className="min-h-5 px-2.5 text-sm text-muted">
        {loading && 'Searching…'}
        {!loading && failed && 'Couldn’t load all results.'}
      </p>
    </div>
  );
}

/** The active item stays active when results appear above it. */
function useActiveItem(items: readonly PaletteItem[]) {
  const [marked, setMarked] = useState<string>();
  const active = Math.max(
    0,
    items.findIndex((item) => item.key === marked),
  );
  const mark = (index: number) => setMarked(index === 0 ? undefined : items[index]?.key);
  return { active, mark };
}

type GroupsProps = {
  groups: readonly PaletteGroup[];
  listId: string;
  active: number;
  onPick: (item: PaletteItem) => void;
  onPoint: (index: number) => void;
};

function Groups({ groups, listId, active, onPick, onPoint }: GroupsProps) {
  return (
    <div
      id={listId}
      role="listbox"
      aria-label="Results"
      className="h-[min(26rem,50dvh)] overflow-y-auto overscroll-contain"
    >
      {groups.map(({ title, items }, position) => {
        const first = groups.slice(0, position).flatMap((group) => group.items).length;
        return (
          <div key={title} role="group" aria-labelledby={`${listId}-${title}`}>
            <div id={`${listId}-${title}`} className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted">
              {title}
            </div>
            {items.map((item, index) => (
              <Row
                key={item.key}
                id={`${listId}-${first + index}`}
                item={item}
                active={first + index === active}
                onPick={() => onPick(item)}
                onPoint={() => onPoint(first + index)}
              />
            ))}
          </div>
        );
      })}
    </div>
  );
}

type RowProps = { id: string; item: PaletteItem; active: boolean; onPick: () => void; onPoint: () => void };

function Row({ id, item, active, onPick, onPoint }: RowProps) {
  const { label, hint, icon: Icon } = item;
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) row.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field keeps the focus and handles the keys
    <div
      ref={row}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      onClick={onPick}
      onPointerMove={onPoint}
      className={clsx(
        'flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-2.5 py-1.5 text-sm pointer-coarse:min-h-11',
        active && 'bg-hover outline-1 -outline-offset-1 outline-control',
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="block truncate">{label}</span>
        {hint !== undefined && <span className="block truncate text-xs text-muted">{hint}</span>}
      </span>
    </div>
  );
}
