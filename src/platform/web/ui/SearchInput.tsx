import clsx from 'clsx';
import { Search, X } from 'lucide-react';
import type { ComponentProps } from 'react';
import { TextInput } from './TextInput.tsx';

type SearchInputProps = Omit<ComponentProps<'input'>, 'type'> & {
  /** Adds a button that clears the field while it has text. */
  onClear?: () => void;
};

/** A search field. */
export function SearchInput({ onClear, className, ...rest }: SearchInputProps) {
  return (
    <span className={clsx('relative block', className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
      />
      <TextInput
        autoComplete="off"
        enterKeyHint="search"
        {...rest}
        type="search"
        className="pr-11 pl-9 [&::-webkit-search-cancel-button]:hidden"
      />
      {onClear && rest.value ? (
        <button
          type="button"
          aria-label="Clear search"
          onClick={onClear}
          className="absolute inset-y-0 right-0 flex w-11 items-center justify-center rounded-md text-muted hover:text-ink focus-visible:-outline-offset-2"
        >
          <X aria-hidden className="size-4" />
        </button>
      ) : null}
    </span>
  );
}
