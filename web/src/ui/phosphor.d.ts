/**
 * The icons this app uses. Phosphor's own declarations import without file extensions, which Node's module resolution (the whole
 * repository's) cannot follow; an ambient declaration goes before them.
 */
declare module '@phosphor-icons/react' {
  import type { FunctionComponent, SVGProps } from 'react'

  export type IconProps = SVGProps<SVGSVGElement> & {
    readonly size?: string | number
    readonly weight?: 'regular' | 'bold' | 'fill'
  }
  export type Icon = FunctionComponent<IconProps>

  export const AddressBookIcon: Icon
  export const ArrowClockwiseIcon: Icon
  export const ArrowCounterClockwiseIcon: Icon
  export const ArrowLeftIcon: Icon
  export const ArrowRightIcon: Icon
  export const ArrowSquareOutIcon: Icon
  export const ArrowsClockwiseIcon: Icon
  export const ArrowsInIcon: Icon
  export const ArrowsOutIcon: Icon
  export const BellIcon: Icon
  export const BellSimpleIcon: Icon
  export const BellSimpleRingingIcon: Icon
  export const BellSlashIcon: Icon
  export const BookmarkSimpleIcon: Icon
  export const BrowsersIcon: Icon
  export const BuildingsIcon: Icon
  export const CalendarBlankIcon: Icon
  export const CalendarCheckIcon: Icon
  export const CalendarPlusIcon: Icon
  export const CameraIcon: Icon
  export const CameraRotateIcon: Icon
  export const CaretDownIcon: Icon
  export const CaretRightIcon: Icon
  export const CaretUpIcon: Icon
  export const CellSignalFullIcon: Icon
  export const CellSignalLowIcon: Icon
  export const CellSignalMediumIcon: Icon
  export const ChatCircleDotsIcon: Icon
  export const CheckCircleIcon: Icon
  export const CheckIcon: Icon
  export const ChecksIcon: Icon
  export const CircleIcon: Icon
  export const ClockCounterClockwiseIcon: Icon
  export const ClockIcon: Icon
  export const CloudSlashIcon: Icon
  export const CopyIcon: Icon
  export const CreditCardIcon: Icon
  export const CrownSimpleIcon: Icon
  export const DeviceMobileIcon: Icon
  export const DeviceTabletIcon: Icon
  export const DevicesIcon: Icon
  export const DoorIcon: Icon
  export const DotsThreeIcon: Icon
  export const DownloadSimpleIcon: Icon
  export const EnvelopeIcon: Icon
  export const EnvelopeSimpleIcon: Icon
  export const EyeIcon: Icon
  export const EyeSlashIcon: Icon
  export const FingerprintIcon: Icon
  export const FunnelSimpleIcon: Icon
  export const GearSixIcon: Icon
  export const HandIcon: Icon
  export const HandWavingIcon: Icon
  export const ImageIcon: Icon
  export const FilmStripIcon: Icon
  export const InfoIcon: Icon
  export const KeyIcon: Icon
  export const LaptopIcon: Icon
  export const LinkSimpleIcon: Icon
  export const ListBulletsIcon: Icon
  export const ListChecksIcon: Icon
  export const ListIcon: Icon
  export const LockKeyIcon: Icon
  export const MagnifyingGlassIcon: Icon
  export const MapPinIcon: Icon
  export const MicrophoneIcon: Icon
  export const MicrophoneSlashIcon: Icon
  export const MinusIcon: Icon
  export const MonitorIcon: Icon
  export const MoonIcon: Icon
  export const NotepadIcon: Icon
  export const PackageIcon: Icon
  export const PaperPlaneRightIcon: Icon
  export const PencilSimpleIcon: Icon
  export const PhoneCallIcon: Icon
  export const PhoneDisconnectIcon: Icon
  export const PhoneIcon: Icon
  export const PictureInPictureIcon: Icon
  export const PlayIcon: Icon
  export const RecordIcon: Icon
  export const PlusIcon: Icon
  export const PrinterIcon: Icon
  export const ProhibitIcon: Icon
  export const QrCodeIcon: Icon
  export const QuestionIcon: Icon
  export const ReceiptIcon: Icon
  export const ShareNetworkIcon: Icon
  export const ShieldCheckIcon: Icon
  export const ShieldWarningIcon: Icon
  export const SignInIcon: Icon
  export const SignOutIcon: Icon
  export const SpeakerHighIcon: Icon
  export const SpeakerSlashIcon: Icon
  export const StarIcon: Icon
  export const SunIcon: Icon
  export const TrashIcon: Icon
  export const UploadSimpleIcon: Icon
  export const UserIcon: Icon
  export const UsersIcon: Icon
  export const VideoCameraIcon: Icon
  export const VideoCameraSlashIcon: Icon
  export const WarningCircleIcon: Icon
  export const WarningIcon: Icon
  export const WifiHighIcon: Icon
  export const WifiSlashIcon: Icon
  export const WrenchIcon: Icon
  export const XIcon: Icon
}
