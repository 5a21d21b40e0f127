import { createContext, use } from 'react';

/** Values that a Field passes to the control inside it. */
export type FieldLinks = {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
};

export const FieldContext = createContext<FieldLinks | null>(null);

/** The attributes that link a control to its Field's label, hint and error; a control's own id takes precedence. */
export function useFieldAttributes(own: { id?: string | undefined }) {
  const field = use(FieldContext);
  if (!field) return own.id === undefined ? {} : { id: own.id };
  return {
    id: own.id ?? field.id,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.invalid || undefined,
    'aria-required': field.required || undefined,
  };
}
