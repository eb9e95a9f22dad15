import { createContext, use, useEffect, useState, type ReactNode } from 'react'
import { defaultProductName } from '../../contract/limits.ts'
import { publicConfig } from '../api/public-config.ts'

interface Product {
  name: string
  /** Empty until the server has said it, or where it does not. */
  supportEmail: string
  /** Null where the real services are used. */
  sandboxUrl: string | null
}

const ProductContext = createContext<Product>({ name: defaultProductName, supportEmail: '', sandboxUrl: null })

export const useProduct = (): Product => use(ProductContext)

/** The page can be shown without the server's answer, with the default name. */
export function ProductProvider({ children }: { children: ReactNode }) {
  const [product, setProduct] = useState<Product | null>(null)
  useEffect(() => {
    publicConfig().then(
      ({ productName, supportEmail, sandboxUrl }) => setProduct({ name: productName, supportEmail, sandboxUrl }),
      () => setProduct({ name: defaultProductName, supportEmail: '', sandboxUrl: null }),
    )
  }, [])
  // A name that changes before one's eyes is worse than a page that comes some milliseconds later; the answer is preloaded.
  return product && <ProductContext value={product}>{children}</ProductContext>
}
