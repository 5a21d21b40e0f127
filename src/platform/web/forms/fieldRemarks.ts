import { createContext, use } from 'react';

/** Remarks on fields of a form, such as those of a reviewer, by the name of the field. */
export const FieldRemarks = createContext<Readonly<Record<string, string | undefined>>>({});

export const useFieldRemark = (name: string): string | undefined => use(FieldRemarks)[name];
