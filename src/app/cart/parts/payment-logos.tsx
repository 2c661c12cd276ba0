import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

import type { PaymentLogo } from '#shared/shop/payment-logos.ts'

import { usePage } from '../../routing/page-context.tsx'

export function PaymentLogos({ className = '' }: { className?: string }) {
  const { t } = useLingui()
  const { paymentLogos } = usePage()
  if (paymentLogos.length === 0) return null
  return (
    <ul aria-label={t`Payment methods`} className={`flex flex-wrap justify-center gap-1.5 ${className}`}>
      {paymentLogos.map((name) => {
        const { ground, drawing } = LOGOS[name]
        return (
          <li key={name} className="flex">
            <svg role="img" aria-label={name} viewBox="0 0 38 22" width={38} height={22}>
              <rect x={0.5} y={0.5} width={37} height={21} rx={2} fill={ground} stroke="#d8d2c8" />
              {drawing}
            </svg>
          </li>
        )
      })}
    </ul>
  )
}

interface LogoTextProps {
  text: string
  fill: string
  size: number
  x?: number
  isSlanted?: boolean
}

function LogoText({ text, fill, size, x = 19, isSlanted = false }: LogoTextProps) {
  return (
    <text
      x={x}
      y={14.2}
      fill={fill}
      fontSize={size}
      fontWeight={800}
      fontStyle={isSlanted ? 'italic' : 'normal'}
      fontFamily="Arial, Helvetica, sans-serif"
      textAnchor="middle"
    >
      {text}
    </text>
  )
}

const LOGOS: Record<PaymentLogo, { ground: string; drawing: ReactNode }> = {
  Amex: {
    ground: '#1f72cd',
    drawing: (
      <>
        <LogoText text="AMEX" fill="#fff" size={9} />
      </>
    ),
  },
  'Apple Pay': {
    ground: '#fff',
    drawing: (
      <>
        <path
          d="M10.6 8.3c-.5 0-1.1.4-1.5.4s-.9-.4-1.5-.4c-1.3 0-2.3 1.1-2.3 2.9 0 1.9 1.3 3.9 2.3 3.9.5 0 .8-.3 1.5-.3s.9.3 1.5.3c.7 0 1.4-1 1.8-2-1.6-.7-1.5-2.9 0-3.6-.4-.7-1-1.2-1.8-1.2zM10.5 5.7c-.9.1-1.5.9-1.5 1.8.9 0 1.6-.8 1.5-1.8z"
          fill="#000"
        />
        <LogoText text="Pay" fill="#000" size={9} x={23} />
      </>
    ),
  },
  'Google Pay': {
    ground: '#fff',
    drawing: (
      <>
        <path d="M12 10.3H8.7v1.4h1.9a1.9 1.9 0 1 1-.5-2.2l1-1a3.3 3.3 0 1 0 1 2.4z" fill="#4285f4" />
        <LogoText text="Pay" fill="#3c4043" size={9} x={23} />
      </>
    ),
  },
  Maestro: {
    ground: '#fff',
    drawing: (
      <>
        <circle cx={15} cy={11} r={6} fill="#eb001b" />
        <circle cx={23} cy={11} r={6} fill="#00a2e5" />
        <path d="M19 6.53a6 6 0 0 1 0 8.94 6 6 0 0 1 0-8.94z" fill="#7375cf" />
      </>
    ),
  },
  Mastercard: {
    ground: '#fff',
    drawing: (
      <>
        <circle cx={15} cy={11} r={6} fill="#eb001b" />
        <circle cx={23} cy={11} r={6} fill="#f79e1b" />
        <path d="M19 6.53a6 6 0 0 1 0 8.94 6 6 0 0 1 0-8.94z" fill="#ff5f00" />
      </>
    ),
  },
  PayPal: {
    ground: '#fff',
    drawing: (
      <>
        <LogoText text="Pay" fill="#253b80" size={8.5} x={13} isSlanted />
        <LogoText text="Pal" fill="#179bd7" size={8.5} x={26.5} isSlanted />
      </>
    ),
  },
  Visa: {
    ground: '#fff',
    drawing: (
      <>
        <LogoText text="VISA" fill="#1a1f71" size={10} isSlanted />
      </>
    ),
  },
}
