/** The pages that suggestions read, for a recorder of 100,000 matches. */
await import('../resources/suggestions/costs.test.ts')
