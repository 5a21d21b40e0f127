/** State of a dialog, menu or tip, and its setter. */
export type OpenState = { open: boolean; onOpenChange: (open: boolean) => void };
