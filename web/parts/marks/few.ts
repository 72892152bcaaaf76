/** Below this number of matches, a share is shown as a count: a percentage would suggest more than there is. */
export const FEW = 5
