import { describe, expect, it } from 'vitest'
import { gaussLegendre } from './gauss-legendre.ts'

function integrate(count: number, f: (x: number) => number): number {
  const { nodes, weights } = gaussLegendre(count)
  return nodes.reduce((sum, node, i) => sum + (weights[i] ?? Number.NaN) * f(node), 0)
}

describe('gaussLegendre', () => {
  it('has the printed nodes and weights of three points', () => {
    const { nodes, weights } = gaussLegendre(3)
    expect(Array.from(nodes)).toEqual([-Math.sqrt(0.6), 0, Math.sqrt(0.6)].map((x) => expect.closeTo(x, 14)))
    expect(Array.from(weights)).toEqual([5 / 9, 8 / 9, 5 / 9].map((x) => expect.closeTo(x, 14)))
  })

  it('is exact for polynomials up to degree 2n - 1', () => {
    for (let count = 1; count <= 20; count++) {
      for (let degree = 0; degree < 2 * count; degree++) {
        expect(integrate(count, (x) => x ** degree)).toBeCloseTo(degree % 2 === 0 ? 2 / (degree + 1) : 0, 13)
      }
    }
  })

  it('converges on a smooth function, also with many nodes', () => {
    for (const count of [20, 101, 500]) expect(integrate(count, Math.exp)).toBeCloseTo(Math.E - 1 / Math.E, 12)
    expect(() => gaussLegendre(0)).toThrow(RangeError)
  })
})
