/** A share of fewer is told as a count: a percentage would say more than there is. */
export const FEW = 5
