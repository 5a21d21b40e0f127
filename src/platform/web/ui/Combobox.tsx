import clsx from 'clsx';
import { useCombobox } from 'downshift';
import { Check, ChevronDown } from 'lucide-react';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { filterOptions, type ComboboxOption } from './comboboxFilter.ts';
import { controlClass, lineClass } from './controlClass.ts';
import { useFieldAttributes } from './fieldContext.ts';
import { lazyComponent } from './lazyComponent.tsx';

export type ComboboxProps = {
  options: readonly ComboboxOption[];
  value: string;
  onChange: (value: string) => void;
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

const ComboboxList = lazyComponent(async () => (await import('./ComboboxList.tsx')).ComboboxList);

const { InputBlur, InputKeyDownEscape } = useCombobox.stateChangeTypes;

/** A choice from a long list: type to narrow it, arrows and Enter to choose, Escape to leave it as it was. */
export function Combobox(props: ComboboxProps) {
  const { options, value, onChange, placeholder, emptyText = 'Nothing found', loading } = props;
  const { name, disabled, onBlur, ref } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const matches = useMemo(() => filterOptions(options, typed ?? ''), [options, typed]);
  const selected = options.find((option) => option.value === value) ?? null;
  const [wasOpen, setWasOpen] = useState(false);
  const box = useRef<HTMLSpanElement>(null);
  const { id, ...field } = useFieldAttributes({ id: props.id });
  const { isOpen, highlightedIndex, getInputProps, getMenuProps, getItemProps } = useCombobox({
    items: [...matches],
    itemToString: (option) => option?.label ?? '',
    itemToKey: (option) => option?.value,
    ...(id !== undefined && { inputId: id }),
    inputValue: typed ?? selected?.label ?? '',
    selectedItem: selected,
    defaultHighlightedIndex: 0,
    // Only Enter and a press choose.
    stateReducer: (state, { type, changes }) =>
      type === InputBlur || type === InputKeyDownEscape
        ? { ...changes, selectedItem: state.selectedItem }
        : changes,
    onStateChange({ selectedItem, isOpen: opened }) {
      if (selectedItem) onChange(selectedItem.value);
      if (opened === false) setTyped(null);
    },
  });
  if (isOpen && !wasOpen) setWasOpen(true);
  function narrow(text: string) {
    setTyped(text);
    // Emptying the field clears the choice.
    if (text === '' && value !== '') onChange('');
  }
  return (
    <span ref={box} className={clsx('relative block', props.className)}>
      <input
        // oxlint-disable-next-line react/refs -- the getter passes the ref on
        {...getInputProps({
          ...field,
          'aria-labelledby': undefined,
          name,
          disabled,
          placeholder,
          spellCheck: false,
          ref,
          onChange: (event) => narrow(event.currentTarget.value),
          onFocus: (event) => event.target.select(),
          onKeyDown: (event) => {
            const hasNoMatch = event.key === 'Enter' && isOpen && matches.length === 0;
            // Enter would discard the text, perhaps while the options are loading.
            if (hasNoMatch) event.preventDefault();
            // With a closed list, Escape closes the dialog; downshift would take it.
            if (hasNoMatch || (event.key === 'Escape' && !isOpen))
              Object.assign(event.nativeEvent, { preventDownshiftDefault: true });
          },
          onBlur,
          className: clsx(controlClass, lineClass, 'truncate pr-9'),
        })}
      />
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
      />
      {wasOpen && (
        <ComboboxList open={isOpen} anchor={box}>
          <div
            {...getMenuProps({ 'aria-label': placeholder ?? 'Choices' }, { suppressRefError: true })}
            className="max-h-[min(15.5rem,calc(var(--radix-popover-content-available-height)-0.75rem))] overflow-y-auto overscroll-contain"
          >
            {matches.map((option, index) => (
              <div
                key={option.value}
                {...getItemProps({ item: option, index })}
                className={clsx(
                  'flex cursor-pointer items-center gap-2 rounded-md px-2.5 py-2 text-sm pointer-coarse:min-h-11',
                  index === highlightedIndex && 'bg-hover outline-1 -outline-offset-1 outline-control',
                )}
              >
                <span className="min-w-0 flex-1">
                  <span className="block truncate">{option.label}</span>
                  {option.hint !== undefined && (
                    <span className="block truncate text-xs text-muted">{option.hint}</span>
                  )}
                </span>
                {option.value === value && <Check aria-hidden className="size-4 shrink-0 text-accent-ink" />}
              </div>
            ))}
          </div>
          {matches.length === 0 && (
            <div role="status" className="px-2.5 py-2 text-sm text-muted">
              {loading ? 'Loading…' : emptyText}
            </div>
          )}
        </ComboboxList>
      )}
    </span>
  );
}
