import { createContext, use, useState, type ReactNode } from 'react'
import type { PublicConfig } from '../../contract/public-config.ts'
import { publicConfig } from './public-config.ts'

interface Product extends Omit<PublicConfig, 'productName' | 'anonKey'> {
  name: string
}

/** Also provided by the prerendering, which has no configuration. */
export const ProductContext = createContext<Product | null>(null)

export function useProduct(): Product {
  const product = use(ProductContext)
  if (!product) throw new Error('useProduct must be used within a ProductProvider')
  return product
}

export function ProductProvider({ children }: { children: ReactNode }) {
  const [product] = useState(readProduct)
  return <ProductContext value={product}>{children}</ProductContext>
}

function readProduct(): Product {
  const { productName: name, anonKey: _, ...others } = publicConfig()
  return { name, ...others }
}
