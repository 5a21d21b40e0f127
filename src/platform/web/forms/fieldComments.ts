import { createContext, use } from 'react';

/** Comments on fields of a form, such as those of a reviewer, by the name of the field. */
export const FieldCommentsContext = createContext<Readonly<Record<string, string | undefined>>>({});

export const useFieldComment = (name: string): string | undefined => use(FieldCommentsContext)[name];
