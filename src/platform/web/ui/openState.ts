/** Whether a dialog, menu or tip is open. */
export type OpenState = { open: boolean; onOpenChange: (open: boolean) => void };
