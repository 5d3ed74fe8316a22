export default function TodayPage() {
  return null;
}
