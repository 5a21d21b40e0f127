import { PRODUCT_NAME } from '#platform/contract/product.ts';

/** The product's logo and name. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5 text-lg font-semibold tracking-tight">
      <svg aria-hidden viewBox="0 0 32 32" className="size-7 shrink-0">
        <rect width="32" height="32" rx="7" className="fill-accent" />
        <circle
          cx="16"
          cy="16"
          r="9.5"
          fill="none"
          className="stroke-on-accent"
          strokeOpacity=".4"
          strokeWidth="2.5"
        />
        <path d="M16 16V6.5A9.5 9.5 0 0 1 25.5 16Z" className="fill-on-accent" />
      </svg>
      {PRODUCT_NAME}
    </span>
  );
}
