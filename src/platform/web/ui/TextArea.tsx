import clsx from 'clsx';
import type { ComponentProps } from 'react';
import { controlClass } from './controlClass.ts';
import { useFieldAttributes } from './fieldContext.ts';

export type TextAreaProps = ComponentProps<'textarea'> & {
  /** Grows with the text instead of scrolling, up to 60% of the window. */
  autoGrow?: boolean;
};

/** A multi-line text field. */
export function TextArea({ autoGrow, className, ...rest }: TextAreaProps) {
  const field = useFieldAttributes(rest);
  return (
    <textarea
      rows={4}
      {...rest}
      {...field}
      className={clsx(
        controlClass,
        'leading-relaxed',
        autoGrow ? 'field-sizing-content max-h-[60vh] min-h-24 resize-none' : 'resize-y',
        className,
      )}
    />
  );
}
