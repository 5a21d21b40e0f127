import type { ComponentProps } from 'react';
import type { CodeCheck } from './useCodeCheck.ts';

/** Not type=password: browsers would offer to save the code, or fill in the employee's own password. */
export const maskedClass = '[-webkit-text-security:disc]';

/** The properties of an input for the client's code, which is verified on Enter and on blur. */
export const toCodeInputProps = (check: CodeCheck): ComponentProps<'input'> => ({
  maxLength: 20,
  autoComplete: 'off',
  autoCapitalize: 'off',
  spellCheck: false,
  enterKeyHint: 'done',
  onCopy: (event) => event.preventDefault(),
  onCut: (event) => event.preventDefault(),
  onBlur: () => check.check(),
  onKeyDown: (event) => {
    if (event.key !== 'Enter') return;
    // Enter verifies the code; it must not submit an unsigned note.
    event.preventDefault();
    check.verify();
  },
});
