/** With fewer matches than this, pages show a count. A percentage would suggest more than there is. */
export const FEW = 5
