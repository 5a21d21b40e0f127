/** The Unicode line breaking algorithm (UAX #14). */
declare module 'linebreak' {
  interface Break {
    /** The index of the first code unit of the next line. */
    position: number;
    required: boolean;
  }

  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): Break | null;
  }
}
