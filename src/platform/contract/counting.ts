/** A total that is not kept anywhere is counted no further than this; as a total it means so many or more. */
export const COUNT_CAP = 10_000;
