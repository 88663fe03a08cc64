/** The name of the product, which is also that of one of its games. Nothing else here names a game. */
export const PRODUCT = 'rattus'
