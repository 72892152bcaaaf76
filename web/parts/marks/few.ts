/** If there are fewer matches than this, pages show a count, because a percentage would promise too much. */
export const FEW = 5
