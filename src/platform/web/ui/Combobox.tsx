import clsx from 'clsx';
import { Check, ChevronDown } from 'lucide-react';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import type { ComboboxOption } from './comboboxFilter.ts';
import { controlClass, lineClass } from './controlClass.ts';
import { useFieldAttributes } from './fieldContext.ts';
import { useCombobox } from './useCombobox.ts';
import type { ComboboxState } from './useCombobox.ts';

export type ComboboxProps = ComboboxState & {
  id?: string;
  name?: string;
  placeholder?: string;
  emptyText?: ReactNode;
  loading?: boolean;
  disabled?: boolean;
  onBlur?: () => void;
  ref?: (element: HTMLInputElement | null) => void;
  className?: string;
};

/** A choice from a long list: type to narrow it, arrows and Enter to choose, Escape to leave it as it was. */
export function Combobox(props: ComboboxProps) {
  const { placeholder, emptyText = 'Nothing found', loading, disabled, onBlur, ref, name } = props;
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const box = useCombobox(props, { input, list });
  const field = useFieldAttributes({ id: props.id });
  return (
    <span className={clsx('relative block', props.className)}>
      <input
        {...field}
        ref={(element) => {
          input.current = element;
          ref?.(element);
        }}
        type="text"
        role="combobox"
        name={name}
        autoComplete="off"
        spellCheck={false}
        disabled={disabled}
        placeholder={placeholder}
        aria-autocomplete="list"
        aria-expanded={box.open}
        aria-controls={box.listId}
        aria-activedescendant={box.open && box.matches.length > 0 ? `${box.listId}-${box.active}` : undefined}
        value={box.typed ?? box.chosen?.label ?? ''}
        onChange={(event) => box.type(event.target.value)}
        onClick={() => !box.open && box.show()}
        onFocus={(event) => event.target.select()}
        onKeyDown={box.pressKey}
        onBlur={() => {
          // Once the focus has arrived: a dialog that loses a node before takes it, and Tab goes no further.
          setTimeout(box.close);
          onBlur?.();
        }}
        className={clsx(controlClass, lineClass, 'truncate pr-9')}
      />
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
      />
      {box.open && (
        <div
          ref={list}
          id={box.listId}
          role="listbox"
          aria-label={placeholder ?? 'Choices'}
          popover="manual"
          // A press on the list must not take the focus from the field.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          className="overflow-y-auto overscroll-contain rounded-md border border-line bg-surface p-1 shadow-overlay"
        >
          <div className="max-h-[15.375rem]">
            {box.matches.map((option, index) => (
              <ComboboxRow
                key={option.value}
                id={`${box.listId}-${index}`}
                index={index}
                option={option}
                active={index === box.active}
                selected={option.value === props.value}
                onPick={() => box.pick(option)}
                onPoint={() => box.setActive(index)}
              />
            ))}
            {box.matches.length === 0 && (
              <div role="status" className="px-2.5 py-2 text-sm text-muted">
                {loading ? 'Loading…' : emptyText}
              </div>
            )}
          </div>
        </div>
      )}
    </span>
  );
}

type RowProps = {
  id: string;
  index: number;
  option: ComboboxOption;
  active: boolean;
  selected: boolean;
  onPick: () => void;
  onPoint: () => void;
};

function ComboboxRow({ id, index, option, active, selected, onPick, onPoint }: RowProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field keeps the focus and handles the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      data-index={index}
      aria-selected={selected}
      onClick={onPick}
      onPointerMove={onPoint}
      className={clsx(
        'flex cursor-pointer items-center gap-2 rounded-md px-2.5 py-2 text-sm pointer-coarse:min-h-11',
        active && 'bg-hover outline-1 -outline-offset-1 outline-control',
      )}
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate">{option.label}</span>
        {option.hint !== undefined && (
          <span className="block truncate text-xs text-muted">{option.hint}</span>
        )}
      </span>
      {selected && <Check aria-hidden className="size-4 shrink-0 text-accent-ink" />}
    </div>
  );
}
