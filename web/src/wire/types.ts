// Until the generated types are here.
export type Choices = { seat: number; seq: number; actions: string[]; points: number[]; sums: number[][]; parts: [string, string, number, string][] }
export type News = { seq: number; at: number; event: { event: string; [key: string]: unknown } | null; view?: Record<string, unknown> | null }
export type SeatNews = { name?: string; held: string; bot?: string | null; here?: boolean; ready?: boolean; resigned?: boolean; lag?: number | null; clock?: number | null; runs?: boolean }
