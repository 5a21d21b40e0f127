import { Button, type ButtonProps } from '#platform/web/ui/Button.tsx';

/** A button in large type, whose label wraps. */
export const LargeButton = (props: ButtonProps) => (
  <Button
    {...props}
    size="lg"
    className="h-auto! min-h-12 px-3! py-2 text-lg! whitespace-normal! *:min-w-0 *:shrink"
  />
);
