import { colorNamed } from '../color/named.ts'
import type { Corners } from '../corners.ts'

/** What a prompt can be about. `all`: the whole ad. */
export type Target =
  | 'all'
  | 'background'
  | 'text'
  | 'headline'
  | 'name'
  | 'price'
  | 'was'
  | 'badge'
  | 'cta'
  | 'logo'
  | 'picture'
  | 'border'
  | 'corners'

/** What a phrase of a prompt says. `verb`: it begins a request; `says`: the text follows; `filler`: nothing. */
export type Meaning =
  | { readonly is: 'target'; readonly target: Target }
  | { readonly is: 'color'; readonly color: string }
  | { readonly is: 'size'; readonly factor: number }
  | { readonly is: 'strength'; readonly power: number }
  | { readonly is: 'side'; readonly side: 'left' | 'center' | 'right' }
  | { readonly is: 'show'; readonly shown: boolean }
  | { readonly is: 'scheme'; readonly scheme: 'light' | 'dark' }
  | { readonly is: 'corners'; readonly corners: Corners }
  | { readonly is: 'verb' | 'says' | 'filler' }

const phrases = new Map<string, Meaning>()
const add = (meaning: Meaning, list: string) => {
  for (const phrase of list.split(',')) phrases.set(phrase.trim(), meaning)
}
const targets: Readonly<Record<Target, string>> = {
  all: 'it,ad,banner,template,everything,design,whole ad,whole thing,all of it',
  background: 'background,backdrop,bg',
  text: 'text,texts,font,letters,copy,lettering,wording',
  headline: 'headline,heading,title,slogan,tagline',
  name: 'name,product name,product title,name of the product',
  price: 'price',
  was: 'old price,former price,was price,original price,previous price,crossed-out price',
  badge: 'badge,sticker,label,flash',
  cta: 'call to action,call-to-action,cta,button,cta button,call to action button',
  logo: 'logo,brand logo',
  picture: 'picture,image,photo,product picture,product image,product photo',
  border: 'border,frame,outline',
  corners: 'corners,corner,edges',
}
for (const [target, list] of Object.entries(targets) as [Target, string][]) add({ is: 'target', target }, list)
add({ is: 'size', factor: 1.2 }, 'bigger,larger,increase,enlarge,grow,big,large')
add({ is: 'size', factor: 1 / 1.2 }, 'smaller,shrink,reduce,decrease,small')
add({ is: 'size', factor: 2 }, 'double,twice as big,twice as large,double the size')
add({ is: 'size', factor: 0.5 }, 'half,half as big,half as large,half the size')
add({ is: 'strength', power: 2 }, 'much,a lot,far')
add({ is: 'strength', power: 0.5 }, 'slightly,a bit,a little,somewhat,a little bit')
add({ is: 'side', side: 'left' }, 'left,left-aligned,left-align,to the left,left-hand')
add({ is: 'side', side: 'right' }, 'right,right-aligned,right-align,to the right,right-hand')
add({ is: 'side', side: 'center' }, 'center,centre,centered,centred,middle,center-aligned,centre-aligned')
add(
  { is: 'show', shown: false },
  "remove,delete,hide,drop,without,no,omit,get rid of,take away,take out,don't show,do not show",
)
add({ is: 'show', shown: true }, 'add,show,bring back,restore,include,display,put back')
const dark = 'dark,dark mode,dark theme,dark version,dark scheme,night mode'
add({ is: 'scheme', scheme: 'dark' }, dark)
add({ is: 'scheme', scheme: 'light' }, `${dark.replaceAll('dark', 'light').replace('night', 'day')},bright`)
add({ is: 'corners', corners: 'rounded' }, 'rounded,round,rounder')
add({ is: 'corners', corners: 'square' }, 'square,sharp,angular,squared')
add(
  { is: 'verb' },
  'make,change,set,turn,put,give,use,move,align,place,want,need,switch,color,colour,paint,resize,replace,update',
)
add({ is: 'says' }, 'to,into,say,says,saying,read,reads,reading')
add(
  { is: 'filler' },
  "the,a,an,please,of,in,is,be,are,should,with,for,its,our,this,that,size,style,have,has,by,on,at,side,position,aligned,alignment,i,we,you,me,would,like,can,could,let,let's,i'd,corners',as,colored,coloured,more,wide,tall,high,thick,from,must,now",
)

/** What words next to each other mean; undefined: nothing that is known. Names of colors may have spaces. */
export const meaningOf = (words: readonly string[]): Meaning | undefined => {
  const known = phrases.get(words.join(' '))
  if (known) return known
  const color = colorNamed(words.join('').replaceAll('-', ''))
  return color === undefined ? undefined : { is: 'color', color }
}

/** Words of the longest phrase. */
export const longestPhrase = 4
