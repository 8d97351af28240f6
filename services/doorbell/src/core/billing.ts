/** Asked at every claim and never cached (decision 10). */
export interface BillingClient {
  isPremium(userId: number): Promise<boolean>
}
