import { createContext, startTransition, use, useEffect, useState, type ReactNode } from 'react'
import { defaultProductName } from '../../contract/limits.ts'
import type { PublicConfig } from '../../contract/public-config.ts'
import { publicConfig } from './public-config.ts'

interface Product extends Omit<PublicConfig, 'productName' | 'anonKey'> {
  name: string
}

/** Where the configuration could not be loaded. */
const unknownProduct: Product = {
  name: defaultProductName,
  supportEmail: '',
  sandboxUrl: null,
  hasPlans: true,
  sendsEmail: true,
  signUp: 'open',
}

export const ProductContext = createContext<Product>(unknownProduct)

export const useProduct = (): Product => use(ProductContext)

/** Provides the product configuration; falls back to the default name if it cannot be loaded. */
export function ProductProvider({ children }: { children: ReactNode }) {
  const [product, setProduct] = useState<Product | null>(null)
  useEffect(() => {
    // A transition: the first screen renders in short steps.
    const provide = (next: Product): void => startTransition(() => setProduct(next))
    publicConfig().then(
      ({ productName, ...config }) => provide({ name: productName, ...config }),
      () => provide(unknownProduct),
    )
  }, [])
  // Waits for the (preloaded) configuration instead of showing a default name that then changes.
  return product && <ProductContext value={product}>{children}</ProductContext>
}
