/** Nodes in -1 .. 1 and weights of a quadrature rule: integral of f ≈ sum weights_i f(nodes_i). */
export interface Quadrature {
  nodes: Float64Array
  weights: Float64Array
}

/**
 * Gauss-Legendre quadrature with `count` >= 1 nodes; exact for polynomials up to degree 2 count - 1.
 * Source: DLMF 3.5(v); roots of the Legendre polynomial by Newton's method from the usual cosine start.
 */
export function gaussLegendre(count: number): Quadrature {
  if (!(Number.isInteger(count) && count >= 1))
    throw new RangeError(`a quadrature needs at least one node, got ${count}`)
  const nodes = new Float64Array(count)
  const weights = new Float64Array(count)
  for (let i = 0; i < Math.ceil(count / 2); i++) {
    let x = Math.cos((Math.PI * (i + 0.75)) / (count + 0.5))
    for (let round = 0; round < 20; round++) {
      const { value, slope } = legendre(count, x)
      x -= value / slope
      if (Math.abs(value / slope) < 1e-15) break
    }
    if (2 * i === count - 1) x = 0
    const { slope } = legendre(count, x)
    nodes[i] = -x
    nodes[count - 1 - i] = x
    weights[i] = 2 / ((1 - x * x) * slope * slope)
    weights[count - 1 - i] = weights[i] as number
  }
  return { nodes, weights }
}

function legendre(degree: number, x: number): { value: number; slope: number } {
  let before = 1
  let value = x
  for (let n = 2; n <= degree; n++) {
    const next = ((2 * n - 1) * x * value - (n - 1) * before) / n
    before = value
    value = next
  }
  return { value, slope: (degree * (x * value - before)) / (x * x - 1) }
}
