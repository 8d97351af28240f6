/** Called at every claim and never cached (docs/product/decisions.md, 10). */
export interface BillingClient {
  isPremium(userId: number): Promise<boolean>
}
